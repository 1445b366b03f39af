"""Sign-in by OpenID Connect: a real provider on loopback, and an app that nobody sees without having signed in."""

from __future__ import annotations

from collections.abc import Iterator

import chromium as web
import pytest
from serve import STAND_IN, served

from benchmarks.serving import free_port

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:authlib")
provider = pytest.importorskip("oidc_provider_mock", reason="oidc-provider-mock is not installed")

SECRETS = """
[auth]
redirect_uri = "{app}/oauth2callback"
cookie_secret = "a-word-of-the-tests-that-signs-cookies"
client_id = "graph-answers"
client_secret = "secret-of-the-client"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app that has readers sign in."""
    folder, home, port = tmp_path_factory.mktemp("sign_in"), tmp_path_factory.mktemp("home"), free_port()
    secrets = home / ".streamlit" / "secrets.toml"
    secrets.parent.mkdir()
    with provider.run_server_in_thread() as server:
        told = SECRETS.format(app=f"http://127.0.0.1:{port}", provider=f"http://127.0.0.1:{server.server_port}")
        secrets.write_text(told, encoding="utf-8")
        with served([*STAND_IN, str(port)], folder, HOME=str(home)) as address:
            yield address


def sign_in(browser, address: str, name: str) -> None:
    browser.get(address)
    web.until(browser, lambda: "Sign in to use this app" in web.page_text(browser), 60)
    assert not web.find(browser, web.BOX)
    web.press(browser, "Sign in")
    web.until(browser, lambda: bool(web.find(browser, "input[name=sub]")), 30)
    web.find(browser, "input[name=sub]")[0].send_keys(name)
    web.find(browser, "form button")[0].click()


def test_only_who_signed_in_sees_the_app(browser, guarded: str) -> None:
    sign_in(browser, guarded, "ward-seven")
    web.until(browser, lambda: bool(web.find(browser, web.BOX)), 60)
    assert browser.current_url.startswith(guarded)
    browser.get(f"{guarded}/history")
    web.until(browser, lambda: "Open a saved answer" in web.page_text(browser), 30)
    browser.get(f"{guarded}/settings")
    web.until(browser, lambda: "Signed in as ward-seven" in web.page_text(browser), 30)
    web.press(browser, "Sign out")
    web.until(browser, lambda: "End Session" in web.page_text(browser), 30)  # of the provider, who asks too
    web.find(browser, "form button")[0].click()
    web.until(browser, lambda: "Sign in to use this app" in web.page_text(browser), 30)
    for page in ("", "data", "settings", "?answer=" + "0" * 32):
        browser.get(f"{guarded}/{page}")
        web.until(browser, lambda: "Sign in to use this app" in web.page_text(browser), 30)
        assert "Graph server" not in web.page_text(browser)


def test_who_is_not_let_in_by_the_provider_sees_nothing(browser, guarded: str) -> None:
    browser.get(guarded)
    web.until(browser, lambda: "Sign in to use this app" in web.page_text(browser), 60)
    web.press(browser, "Sign in")
    web.until(browser, lambda: bool(web.find(browser, "input[name=sub]")), 30)
    web.find(browser, "button[name=action][value=deny]")[0].click()
    web.until(browser, lambda: "Sign in to use this app" in web.page_text(browser), 30)
    assert not web.find(browser, web.BOX)
