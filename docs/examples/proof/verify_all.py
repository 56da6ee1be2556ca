"""Says of each of the vectors whether it holds, or why not."""
import json
import sys

from verify import Fault, verify

for case in json.load(open(sys.argv[1], encoding="utf-8")):
    try:
        verify(case["checkpoint"], case.get("mine"), case.get("key"), case.get("identifier"))
        print(f"ok: {case['name']}")
    except Fault as fault:
        print(f"{fault}: {case['name']}")
