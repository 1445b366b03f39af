"""For whom the app answers: hosts that its operator named, pages that are its own, and who gave the token."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import boxes
import pytest
import streamlit
from streamlit.runtime.context import ContextProxy
from streamlit.testing.v1 import AppTest

from kgqa.errors import SettingError
from kgqa.ui.frame import doorkeeper, guard
from kgqa.ui.frame.guard import HOSTS, TOKEN, Door, Host

ROOT = Path(__file__).parents[2]
SECRET = "a-long-word-of-the-operator"
NAMED = Door.of({HOSTS: "kg.example.org, KG2.example.org:8443"})


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8777", "localhost:8777", "LOCALHOST:8777", "[::1]:8777", "[0:0:0::1]:8777"]
)
def test_this_machine_is_answered_under_its_own_names_and_port(host: str) -> None:
    assert Door().stranger(host, f"http://{host.lower()}", 8777) == ""
    assert Door().stranger(host, None, 8777) == ""


@pytest.mark.parametrize(
    "host",
    [
        None, "", "evil.example", "evil.example:8777", "localhost", "localhost:9999", "127.0.0.1", "localhost:08777x",
        "localhost.:8777", "localhost.evil.example:8777", "evil@localhost:8777", "localhost:8777@evil.example",
        "localhost:8777/", "localhost:8777 ", " localhost:8777", "127.0.0.2:8777", "0.0.0.0:8777", "[::]:8777",
        "2130706433:8777", "[::1", "::1:8777", "localhost:8777,evil.example", "lоcalhost:8777", "127.1:8777",
        "kg.example.org.evil.example", "x.kg.example.org", "kg.example.org:22", "kg2.example.org", "[::ffff:1:8777",
    ],
)  # fmt: skip
def test_every_other_host_is_a_stranger(host: str | None) -> None:
    assert "does not answer under the host" in NAMED.stranger(host, None, 8777)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("kg.example.org", "https://kg.example.org"),
        ("kg.example.org", "http://kg.example.org:80"),
        ("kg.example.org:443", "https://kg.example.org"),
        ("kg.example.org:8777", "http://kg.example.org:8777"),
        ("KG.example.org", "https://kg.example.org"),
        ("kg2.example.org:8443", "https://kg2.example.org:8443"),
    ],
)
def test_a_host_that_the_operator_named_is_answered(host: str, origin: str) -> None:
    assert NAMED.stranger(host, origin, 8777) == ""


@pytest.mark.parametrize(
    "origin",
    [
        "", "null", "http://evil.example:8777", "http://localhost:9999", "http://localhost", "http://127.0.0.1:8777",
        "http://localhost:8777.evil.example", "http://localhost:8777/", "http://evil@localhost:8777", "localhost:8777",
        "file://localhost:8777", "chrome-extension://localhost:8777", "https://localhost:8777", "http://[::1]:8777",
    ],
)  # fmt: skip
def test_another_page_is_a_stranger_whatever_the_host(origin: str) -> None:
    assert "another page" in Door().stranger("localhost:8777", origin, 8777, ("http",))


@pytest.mark.parametrize("names", ["*", "*.example.org", "http://kg.example.org", "kg.example.org/x", "a b:x", "é.org"])
def test_a_named_host_that_is_none_is_refused(names: str) -> None:
    with pytest.raises(SettingError, match="which is no host"):
        Door.of({HOSTS: names})


def test_a_token_that_could_be_guessed_is_refused_and_not_repeated() -> None:
    with pytest.raises(SettingError, match="shorter than 16") as caught:
        Door.of({TOKEN: "short-word"})
    assert "short-word" not in str(caught.value)


def test_what_other_machines_reach_has_a_login() -> None:
    assert guard.without_login("127.0.0.1", Door(), provider=False) == ""
    assert "not served" in guard.without_login("0.0.0.0", Door(), provider=False)
    assert "not served" in guard.without_login(None, Door(), provider=False)
    assert "not served" in guard.without_login("127.0.0.1", NAMED, provider=False)
    for door, provider in ((Door(token=SECRET), False), (Door(), True)):
        assert guard.without_login("0.0.0.0", door, provider) == ""
    assert guard.without_login("127.0.0.1", Door.of({HOSTS: "localhost:8443"}), provider=False) == ""


def answered(door: dict[str, str], monkeypatch: pytest.MonkeyPatch, **of: Any) -> tuple[int, str, bool]:
    """Status, what was set as a cookie, and whether anything behind the door heard of a request."""
    for name in (HOSTS, TOKEN):
        monkeypatch.setenv(name, door.get(name, ""))
    monkeypatch.setattr(doorkeeper, "WRONG_S", 0.0)
    heard, sent = [], []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": of.get("body", b"")}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(name.lower().encode(), value.encode()) for name, value in of["headers"]]
    kind = of.get("kind", "http")
    scope = {"type": kind, "method": of.get("method", "GET"), "path": of.get("path", "/"), "headers": headers}
    scope |= {"scheme": "ws" if kind == "websocket" else "http", "server": of.get("server", ("127.0.0.1", 8777))}
    asyncio.run(doorkeeper.Doorkeeper(app)(scope, receive, send))
    cookies = [value.decode() for name, value in sent[0].get("headers", ()) if name == b"set-cookie"]
    return sent[0].get("status", 0), "".join(cookies).partition(";")[0], bool(heard)


OURS = ("Host", "127.0.0.1:8777")


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    "headers",
    [
        [("Host", "evil.example:8777"), ("Origin", "http://evil.example:8777")],
        [OURS, ("Origin", "http://localhost:9999")],
        [OURS, ("Origin", "http://127.0.0.1:8777"), ("Origin", "http://evil.example")],
        [OURS, ("Host", "evil.example"), ("Origin", "http://127.0.0.1:8777")],
        [("Origin", "http://127.0.0.1:8777")],
    ],
)
def test_nothing_behind_the_door_hears_of_a_stranger(
    monkeypatch: pytest.MonkeyPatch, kind: str, headers: list[tuple[str, str]]
) -> None:
    status, _, heard = answered({}, monkeypatch, kind=kind, headers=headers)
    assert not heard
    assert status in ((403, 421) if kind == "http" else (0,))


def test_a_websocket_tells_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not answered({}, monkeypatch, kind="websocket", headers=[OURS])[2]
    assert answered({}, monkeypatch, kind="websocket", headers=[OURS, ("Origin", "http://127.0.0.1:8777")])[2]


def test_a_browser_gives_the_token_once(monkeypatch: pytest.MonkeyPatch) -> None:
    door, at = {TOKEN: SECRET}, {"method": "POST", "path": doorkeeper.ENTRANCE}
    assert answered(door, monkeypatch, headers=[OURS]) == (401, "", False)
    assert answered(door, monkeypatch, headers=[OURS], body=b"token=wrong", **at) == (401, "", False)
    assert answered(door, monkeypatch, headers=[OURS], body=b"token=", **at) == (401, "", False)
    status, cookie, heard = answered(door, monkeypatch, headers=[OURS], body=f"token={SECRET}".encode(), **at)
    assert (status, heard) == (303, False)
    assert SECRET not in cookie
    assert answered(door, monkeypatch, headers=[OURS, ("Cookie", cookie)])[2]
    assert answered(door, monkeypatch, headers=[OURS, ("Authorization", f"Bearer {SECRET}")])[2]
    assert not answered({TOKEN: f"{SECRET}2"}, monkeypatch, headers=[OURS, ("Cookie", cookie)])[2], "another token"
    origin = ("Origin", "http://127.0.0.1:8777")
    assert not answered(door, monkeypatch, kind="websocket", headers=[OURS, origin])[2]
    assert answered(door, monkeypatch, kind="websocket", headers=[OURS, origin, ("Cookie", cookie)])[2]


def test_another_page_cannot_try_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    headers = [OURS, ("Origin", "http://evil.example")]
    at = {"method": "POST", "path": doorkeeper.ENTRANCE, "body": f"token={SECRET}".encode()}
    assert answered({TOKEN: SECRET}, monkeypatch, headers=headers, **at)[:2] == (403, "")


def test_a_server_that_was_started_in_another_way_is_closed_to_other_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    for server in (("192.0.2.7", 8777), ("/run/app.sock", None)):
        assert answered({}, monkeypatch, headers=[OURS], server=server)[::2] == (403, False)


@pytest.mark.parametrize(
    ("host", "origin"), [("evil.example", "http://evil.example"), ("127.0.0.1:{port}", "http://localhost:9999")]
)
def test_the_pages_refuse_a_stranger_as_well(monkeypatch: pytest.MonkeyPatch, host: str, origin: str) -> None:
    from streamlit import config

    shown = {"Host": host.format(port=config.get_option("server.port")), "Origin": origin}
    monkeypatch.setattr(ContextProxy, "headers", property(lambda _: shown))
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=boxes.LONG_S).run()
    assert not page.exception
    assert len(page.error) == 1
    assert not page.text_input
    assert not page.button


def test_whoever_has_not_signed_in_sees_nothing_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorkeeper, "has_provider", lambda: True)
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=boxes.LONG_S).run()
    assert not page.exception
    assert [button.label for button in page.button] == ["Sign in"]
    assert not page.text_input


def _framed_settings() -> None:
    from kgqa.ui.frame import page_frame
    from kgqa.ui.settings import overview

    page_frame.draw()
    overview.draw()


def test_who_signs_out_is_led_away_even_where_another_run_comes_between(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, left = {"is_logged_in": True, "name": "ward-seven"}, []
    monkeypatch.setattr(doorkeeper, "has_provider", lambda: True)
    monkeypatch.setattr(streamlit.user_info, "_get_user_info", lambda: reader)
    monkeypatch.setattr(streamlit, "logout", lambda: (reader.clear(), left.append("led away")))
    page = AppTest.from_function(_framed_settings, default_timeout=boxes.LONG_S).run()
    page.button(key="sign_out").click().run()
    for runs in (1, 2):
        assert not page.exception
        assert [button.label for button in page.button] == ["Sign in"]
        assert len(left) == runs
        page.run()


def test_hosts_are_read_as_browsers_write_them() -> None:
    assert Host.of("[0:0::1]:80") == Host("::1", 80)
    assert Host.of("A.b") == Host("a.b")
    assert Host.of("a..b") is None
