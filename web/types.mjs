// Writes src/lib/wire.gen.ts from the JSON Schema on standard input: `python tools/wire.py | node web/types.mjs`.
// With --check it only says whether the file is the same.

import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const target = new URL('./src/lib/wire.gen.ts', import.meta.url);

/** A default beside a reference would make json-schema-to-typescript invent a second type. */
function plain(node, names = false) {
    if (Array.isArray(node)) return node.map((each) => plain(each));
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(
        Object.entries(node)
            .filter(([key]) => names || key !== 'default')
            .map(([key, value]) => [key, plain(value, key === 'properties' || key === 'definitions')]),
    );
}

const schema = plain(JSON.parse(readFileSync(0, 'utf8')));
const text = await compile(schema, 'Wire', {
    unreachableDefinitions: true,
    bannerComment: '// Made by tools/wire.py and web/types.mjs from the Structs of the server. Do not edit.',
    style: { singleQuote: true, printWidth: 120 },
});
const made = text
    .replace(
        /\n \*\n \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "\w+"\./g,
        '',
    )
    .replace(
        /\/\*\*\n \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/g,
        '',
    )
    .replace(/export interface Wire \{\n {2}\[k: string\]: unknown;\n\}\n/, '');

if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== made) {
        console.error('web/src/lib/wire.gen.ts is out of date: python tools/wire.py | node web/types.mjs');
        process.exit(1);
    }
} else {
    writeFileSync(target, made);
}
