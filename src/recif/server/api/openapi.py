"""The OpenAPI 3.1 page, made from the table of pages and the types of their bodies."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web

from recif import __version__
from recif.server.api.calls import Page
from recif.server.messages.shapes import Why

REFUSALS = {
    "400": "Refused: the body says why.",
    "401": "No session.",
    "403": "Not allowed.",
    "404": "Not there.",
    "409": "Too late, or taken.",
    "413": "Too large.",
    "415": "Send JSON.",
    "429": "Too much at once.",
}


def describe(pages: list[Page]) -> dict[str, Any]:
    """The whole page."""
    types = [kind for page in pages for kind in (page.body, page.answer) if kind not in (None, str, bytes)]
    schemas, components = msgspec.json.schema_components([*types, Why], ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(repr, [*types, Why]), schemas, strict=True))
    paths: dict[str, Any] = {}
    for page in pages:
        paths.setdefault(page.path, {})[page.method.lower()] = _operation(page, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Récif", "version": __version__, "description": "Sea-side board games."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "recif"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def page(pages: list[Page]) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Written once, told as often as it is asked for."""
    written = msgspec.json.encode(describe(pages))

    async def answer(_: web.Request) -> web.StreamResponse:
        return web.Response(body=written, content_type=JSON, headers={"Cache-Control": "no-store"})

    return answer


def _operation(page: Page, schema_of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": page.summary, "operationId": page.handler.__name__}
    parameters = [_in_path(name) for name in re.findall(r"{(\w+)}", page.path)]
    parameters += [_in_query(name, allowed) for name, allowed in page.query]
    if parameters:
        operation["parameters"] = parameters
    if page.body is not None:
        kind, schema = ("text/plain", {"type": "string"}) if page.body is str else (JSON, schema_of[repr(page.body)])
        operation["requestBody"] = {"required": True, "content": {kind: {"schema": schema}}}
    if page.needs_person:
        operation["security"] = [{"session": []}, {"token": []}]
    operation["responses"] = _responses(page, schema_of)
    return operation


JSON = "application/json"


def _in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _in_query(name: str, allowed: tuple[str, ...]) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"enum": list(allowed), "default": allowed[0]}}


def _responses(page: Page, schema_of: dict[str, Any]) -> dict[str, Any]:
    why = {JSON: {"schema": schema_of[repr(Why)]}}
    refusals = {status: {"description": says, "content": why} for status, says in REFUSALS.items()}
    return {str(page.status): {"description": page.summary, **_content(page, schema_of)}, **refusals}


def _content(page: Page, schema_of: dict[str, Any]) -> dict[str, Any]:
    if page.answer is None:
        return {}
    if page.answer is bytes:
        return {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
    content: dict[str, Any] = {JSON: {"schema": schema_of[repr(page.answer)]}}
    if any(name == "form" for name, _ in page.query):
        content["text/plain"] = {"schema": {"type": "string"}}
    return {"content": content}
