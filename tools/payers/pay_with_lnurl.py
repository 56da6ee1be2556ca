"""Asks for an invoice as wallets that use the PyPI package `lnurl` do, and prints what it got.

    python pay_with_lnurl.py LNURL MSAT COMMENT
"""

import asyncio
import json
import sys

from lnurl import execute_pay_request, handle


async def main(link: str, msat: int, comment: str) -> None:
    params = await handle(link)
    action = await execute_pay_request(params, msat, comment)
    print(
        json.dumps(
            {
                "kind": type(params).__name__,
                "metadata": json.loads(str(params.metadata)),
                "pr": str(action.pr),
                "message": action.successAction.message,
            }
        )
    )


asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
