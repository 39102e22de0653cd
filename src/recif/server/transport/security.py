"""Who may ask: origins, cookies, addresses, and the headers of every answer."""

from typing import TYPE_CHECKING

from aiohttp import web

from recif.server.transport.doors import neighbourhood

if TYPE_CHECKING:
    from recif.server.settings import Settings

COOKIE_AGE = 400 * 24 * 60 * 60
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


# A page of the client that other sites may show in a frame: it has nothing to click that changes anything here.
EMBED = "embed/"
EMBED_HEADERS = {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")
}

# What makes a device think (web/page/device.mjs) is a worker with a heading of its own: it compiles WebAssembly.
PYTHON = "python/"
PYTHON_HEADERS = {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"] + "; script-src 'self' 'wasm-unsafe-eval'"
}


def is_secure(request: web.BaseRequest, settings: "Settings") -> bool:
    """Whether the visitor came by https, as far as a trusted proxy says."""
    if settings.is_behind_proxy:
        return request.headers.get("X-Forwarded-Proto", "") == "https"
    return request.scheme == "https"


def address(request: web.BaseRequest, settings: "Settings") -> str:
    """Where a request comes from; only the last hop of a trusted proxy is believed, however many lines it is in."""
    if settings.is_behind_proxy:
        forwarded = request.headers.getall("X-Forwarded-For", [""])[-1]
        if hop := forwarded.rpartition(",")[2].strip():
            return neighbourhood(hop)
    return neighbourhood(request.remote or "")


def is_own_origin(request: web.BaseRequest, settings: "Settings") -> bool:
    """A missing, null or foreign Origin is not ours."""
    origin = request.headers.get("Origin", "")
    scheme = "https" if is_secure(request, settings) else "http"
    return origin in settings.origins or origin == f"{scheme}://{request.host}"


def is_safe_change(request: web.BaseRequest, settings: "Settings") -> bool:
    """Browsers send Origin with every request that changes something; programs send none and carry no cookies."""
    return "Origin" not in request.headers or is_own_origin(request, settings)


def cookie_name(request: web.BaseRequest, settings: "Settings") -> str:
    return "__Host-recif" if is_secure(request, settings) else "recif"


def set_cookie(request: web.BaseRequest, response: web.StreamResponse, settings: "Settings", value: str) -> None:
    """HttpOnly, SameSite=Lax; Secure and bound to the host where the visitor came by https. Empty: signs out."""
    response.set_cookie(
        cookie_name(request, settings),
        value,
        max_age=COOKIE_AGE if value else 0,
        path="/",
        httponly=True,
        secure=is_secure(request, settings),
        samesite="Lax",
    )


def browser_of(request: web.BaseRequest, settings: "Settings") -> str:
    """What the browser is known by, whoever signs in; empty if it is not."""
    return request.cookies.get(f"{cookie_name(request, settings)}-browser", "")


def set_browser(request: web.BaseRequest, response: web.StreamResponse, settings: "Settings", value: str) -> None:
    """Kept when one signs out: two accounts of one browser do not play each other for ratings."""
    is_https = is_secure(request, settings)
    name = f"{cookie_name(request, settings)}-browser"
    response.set_cookie(name, value, max_age=COOKIE_AGE, path="/", httponly=True, secure=is_https, samesite="Lax")


def has_token(request: web.BaseRequest) -> bool:
    """Whether a bot asks, right token or not. Whoever shows a token has no other session."""
    return "Authorization" in request.headers


def bearer(request: web.BaseRequest) -> str:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.isascii() else ""
