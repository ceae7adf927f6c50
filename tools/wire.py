"""The JSON Schema of everything that goes over the wire: `python tools/wire.py > wire.schema.json`.

The browser's types (`web/src/lib/wire.gen.ts`) are made from it by json-schema-to-typescript. Named wire, not
types: a `types.py` beside other scripts would stand in the way of Python's own module.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from ecumene.kernel import Chosen, Described, Pending, Picked, Place, Placed, Reason, View
from ecumene.kernel.decision import ChooseBody, PickBody, SpreadBody
from ecumene.server.catalogue import titles
from ecumene.server.wire import WIRE_TYPES
from ecumene.server.wire.play import ClientFrame, Deed, ServerFrame

KERNEL_TYPES = (
    View, Pending, Described, Place, Reason, Chosen, Picked, Placed, ChooseBody, PickBody, SpreadBody,
)  # fmt: skip
UNIONS = {"ClientFrame": ClientFrame, "ServerFrame": ServerFrame, "Deed": Deed}


def schema() -> dict[str, Any]:
    """One `definitions` with every Struct by name, and the unions of frames."""
    roots: list[Any] = [*WIRE_TYPES, *KERNEL_TYPES]
    for title in titles().values():
        roots += getattr(title, "wire_types", ())
    unique = list(dict.fromkeys(roots))
    _, definitions = msgspec.json.schema_components(unique, ref_template="#/definitions/{name}")
    for name, union in UNIONS.items():
        definitions[name] = {"oneOf": [{"$ref": f"#/definitions/{each.__name__}"} for each in union.__args__]}
    plain = {name: normal(definitions[name]) for name in sorted(definitions)}
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Wire", "definitions": plain}


def normal(node: Any) -> Any:  # noqa: ANN401 - JSON
    """Tuples in the older form that json-schema-to-typescript understands; no titles, they make duplicates."""
    if isinstance(node, list):
        return [normal(each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {key: normal(value) for key, value in node.items() if key != "title" or not isinstance(value, str)}
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    if "prefixItems" in made:
        parts = made.pop("prefixItems")
        made |= {"items": parts, "additionalItems": False, "minItems": len(parts), "maxItems": len(parts)}
    return made


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=1, sort_keys=False)
    sys.stdout.write("\n")
