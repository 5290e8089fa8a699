#!/usr/bin/env python3
"""Writes the page: join.py PAGE.html PAGE.js PROGRAM.js OUT.html, with PROGRAM.wasm beside PROGRAM.js."""
import base64
import gzip
import pathlib
import sys

page, script, program, out = (pathlib.Path(name) for name in sys.argv[1:])
packed = gzip.compress(program.with_suffix(".wasm").read_bytes(), 9, mtime=0)
parts = {
    "PROGRAM": program.read_text(),
    "SCRIPT": script.read_text(),
    "PACKED": base64.b64encode(packed).decode(),
}
text = page.read_text()
for name, part in parts.items():
    assert "</script" not in part, name
    text = text.replace("{{" + name + "}}", part)
out.write_text(text)
print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")
