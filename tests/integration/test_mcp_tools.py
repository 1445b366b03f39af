"""The tools for other programs' language models, asked by the package's own client."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from kgqa.llm.tokens import estimate
from kgqa.pipeline import Asker
from kgqa.serving.door import Door
from kgqa.serving.mcp.replies import bounded, parts
from kgqa.serving.mcp.server import http, server
from kgqa.serving.mcp.tools import Tools
from kgqa.settings import Settings

MOST = 700


class _Kept(Asker):
    """The graph of the session, which stays open when the tools leave it."""

    def close(self) -> None:
        """Others go on asking it."""


@pytest.fixture
def tools(settings: Settings, hpo_asker: Asker) -> Tools:
    kept = object.__new__(_Kept)
    kept.__dict__ = hpo_asker.__dict__
    return Tools(settings, ["hpo"], most_tokens=MOST, open_graph=lambda *_: kept)


async def called(client: Client, tool: str, **arguments: Any) -> str:
    reply = await client.call_tool(tool, arguments)
    (content,) = reply.content
    text: str = content.text  # type: ignore[union-attr]
    assert estimate(text) <= MOST, text
    return f"Error: {text}" if reply.is_error else text


def over(tools: Tools, work: Callable[[Client], Awaitable[None]], *, listed: bool = True) -> None:
    """Does something with a client that is joined to the tools in memory."""

    async def run() -> None:
        async with Client(server(tools, listed=listed)) as client:
            await work(client)

    asyncio.run(run())


def test_a_session_asks_explores_and_reads_on(tools: Tools) -> None:
    async def session(client: Client) -> None:
        offered = (await client.list_tools()).tools
        assert {one.name for one in offered} == {
            "graphs", "resolve_names", "ask", "facts", "rank", "check_cypher", "run_cypher",
        }  # fmt: skip
        assert all(one.annotations is not None and one.annotations.read_only_hint for one in offered)
        assert "HPO annotations" in await called(client, "graphs")
        assert "(OMIM:154700, ORPHA:558), Disease; exact" in await called(
            client, "resolve_names", text="Marfan syndrome"
        )
        seen: list[int] = []
        reply = await called(client, "ask", question="Which diseases show Ectopia lentis?")
        assert "40 diseases show ectopia lentis" in reply
        key = re.search(r"kgqa://answers/([\w-]+)/1", reply)
        assert key is not None
        while True:
            seen += [int(one) for one in re.findall(r"^(\d+)\. ", reply, re.MULTILINE)]
            rest = re.search(r"of 40 answers\. The rest: offset=(\d+)\.", reply)
            if rest is None:
                break
            offset = int(rest[1])
            reply = await called(client, "ask", question="Which diseases show Ectopia lentis?", offset=offset)
            assert key[0] in reply  # the same answer, not another one
        assert seen == list(range(1, 41))
        found = await called(client, "facts", thing="OMIM:154700", relation="has_phenotype", offset=130)
        assert re.findall(r"^\[(\d+)\]", found, re.MULTILINE) == [str(n) for n in range(131, 139)]
        assert found.endswith("Shown: 131 to 138 of 138 records.")
        assert "[2] ASSOCIATED_WITH: it is associated with Gene: 1 record" in await called(
            client, "facts", thing="Marfan syndrome"
        )
        listed = await client.read_resource("kgqa://answers")
        assert "[1] Which diseases show Ectopia lentis?" in listed.contents[0].text  # type: ignore[union-attr]
        document = await client.read_resource(f"kgqa://answers/{key[1]}/2")
        assert "Part 2 of " in document.contents[0].text  # type: ignore[union-attr]
        schema = (await client.read_resource("kgqa://schema/hpo")).contents[0].text  # type: ignore[union-attr]
        assert estimate(schema) <= MOST
        assert "Shown: " in schema

    over(tools, session)


def test_a_session_resolves_findings_and_ranks_by_them(tools: Tools) -> None:
    async def session(client: Client) -> None:
        reply = await called(client, "resolve_names", text="ectopia lentis, long slender fingers, no scoliosis")
        ids = re.findall(r"\((HP:\d+)", reply)
        assert ids == ["HP:0001083", "HP:0001166", "HP:0002650"]
        reply = await called(client, "rank", findings=ids)
        assert "Marfan syndrome and 6 others show all 3 phenotypes" in reply
        assert re.search(r"^1\. Marfan syndrome .*\| \[1\] Marfan syndrome .*ectopia lentis", reply, re.I | re.M)
        key = re.search(r"kgqa://answers/([\w-]+)/1", reply)
        rest = re.search(r"Shown: 1 to (\d+) of 100 answers\. The rest: offset=\1\.$", reply)
        assert key is not None
        assert rest is not None
        more = await called(client, "rank", findings=ids, offset=int(rest[1]))
        assert key[0] in more
        assert re.search(rf"^{int(rest[1]) + 1}\. ", more, re.MULTILINE)
        assert "not recorded to show scoliosis" in await called(client, "rank", findings=ids[:2], absent=["Scoliosis"])
        for wrong, said in (
            ({"findings": []}, "Between 1 and 30 findings"),
            ({"findings": ids, "absent": ids[:1]}, "HP:0001083 cannot be a finding and absent"),
            ({"findings": ["ectopia lens"]}, "It may be Ectopia lentis (HP:0001083)"),
            ({"findings": ["HP:9999999"]}, "is no identifier and not the name"),
        ):
            assert said in await called(client, "rank", **wrong)
        cypher = "MATCH (d:Disease {id: 'OMIM:154700'})-[r:HAS_PHENOTYPE]->(p) RETURN count(p) AS n"
        assert "[1] n: " in await called(client, "run_cypher", cypher=cypher)

    over(tools, session)


def test_statements_are_guarded_and_what_they_overlook_is_told(tools: Tools) -> None:
    async def session(client: Client) -> None:
        shows = "MATCH (d:Disease)-[r:HAS_PHENOTYPE]->(p:Phenotype {name: 'Ectopia lentis'})"
        reply = await called(client, "run_cypher", cypher=f"{shows} RETURN d.name AS name ORDER BY name")
        assert "Beware: HAS_PHENOTYPE (against) holds records that deny their link" in reply
        assert re.search(r"Shown: 1 to \d+ of \d+ rows\. The rest: offset=\d+\.$", reply)
        reply = await called(client, "run_cypher", cypher=f"{shows} WHERE r.against = false RETURN count(r) AS n")
        assert "Beware" not in reply
        for refused in (
            "MATCH (n) DETACH DELETE n",
            "LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l",
            "RETURN 1; RETURN 2",
        ):
            assert "The statement was not run." in await called(client, "run_cypher", cypher=refused)
        text = "MATCH (d:Diseas) // all\nRETURN d.name AS name"
        reply = await called(client, "check_cypher", cypher=text)
        assert reply.endswith("Statement:\nMATCH (d:Disease) // all\nRETURN d.name AS name")
        assert "[1] labels: Diseas → Disease" in reply

    over(tools, session)


def test_what_cannot_be_done_is_told_in_a_sentence(tools: Tools) -> None:
    async def session(client: Client) -> None:
        for tool, arguments, said in (
            ("ask", {"question": "Which genes?", "graph": "nope"}, "There is no graph 'nope'; there are: hpo."),
            ("facts", {"thing": "OMIM:154700", "relation": "TREATS"}, "Nothing is recorded of it by 'TREATS'"),
            ("facts", {"thing": "OMIM:154700", "relation": "IS_A", "offset": 99}, "offset=99 is not among them"),
            ("facts", {"thing": " "}, "The thing is empty"),
            ("rank", {"findings": ["HP:0001083' OR 1=1"]}, "is no identifier and not the name"),
            ("resolve_names", {"text": "x" * 3000}, "longer than 2,000 characters"),
        ):
            reply = await called(client, tool, **arguments)
            assert reply.startswith("Error: ")
            assert said in reply
        for address in ("kgqa://answers/unknown/1", "kgqa://schema/nope"):
            with pytest.raises(MCPError, match=r"No answer is kept|There is no graph"):
                await client.read_resource(address)
        with pytest.raises(MCPError):  # over HTTP nobody sees what others asked
            await client.read_resource("kgqa://answers")

    over(tools, session, listed=False)


def test_no_reply_is_longer_than_agreed_whatever_it_holds() -> None:
    records = [f"[{n}] {'x' * 5000}\u2028\x1b[31m {n}" for n in range(1, 40)]
    reply = bounded(["head"], records, first=0, total=39, what="records", most_tokens=MOST)
    assert estimate(reply) <= MOST
    assert "more characters)" in reply
    assert "\x1b" not in reply
    text = "\n".join([*records, "é" * 9000])
    made = list(parts(text, MOST))
    assert "".join(made).replace("\n", "") == "".join(text.splitlines())
    assert all(estimate(one) <= MOST for one in made)


def test_over_http_behind_the_door(tools: Tools) -> None:
    door = Door(http(server(tools, listed=False)))
    serving = uvicorn.Server(uvicorn.Config(door, port=0, log_level="error"))
    thread = threading.Thread(target=serving.run, daemon=True)
    thread.start()
    while not serving.started:
        time.sleep(0.02)
    port = serving.servers[0].sockets[0].getsockname()[1]

    async def session() -> None:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            assert "HPO annotations" in await called(client, "graphs")

    asyncio.run(session())
    serving.should_exit = True
    thread.join(10)


@pytest.mark.slow  # the tools are called in this process above
def test_as_a_process_over_standard_input_and_output(settings: Settings, hpo_asker: Asker) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KGQA_")}
    environment |= {"KGQA_DATA_DIR": str(settings.data_dir), "KGQA_VECTORS": "0"}
    arguments = ["-m", "kgqa", "mcp", "--graph", "hpo", "--most-tokens", str(MOST)]

    async def session() -> None:
        process = StdioServerParameters(command=sys.executable, args=arguments, env=environment)
        async with Client(stdio_client(process)) as client:
            assert "FBN1 (NCBIGene:2200)" in await called(
                client, "ask", question="Which genes are associated with Marfan syndrome?"
            )

    asyncio.run(session())
