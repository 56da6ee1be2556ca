"""
LNbits' funding source for Nostr Wallet Connect, as LNbits uses it: use_lnbits.py URI

The wallet class, its base, the settings and the code for Nostr are those of the package. Around
them stand a few words of ours, in the place of what they would load and never use: the whole
application, all other funding sources, and a class that is thrown by hold invoices only.
"""

import asyncio
import importlib.metadata
import pathlib
import sys
import types

from calls import serve


def pretend(name, **content):
    module = types.ModuleType(name)
    module.__dict__.update(content)
    sys.modules[name] = module


root = pathlib.Path(str(importlib.metadata.distribution("lnbits").locate_file("lnbits")))
pretend("lnbits", __path__=[str(root)])
pretend("lnbits.wallets", __path__=[str(root / "wallets")])
pretend("lnbits.exceptions", InvoiceError=Exception)
pretend("pynostr")
pretend("pynostr.key", PrivateKey=None)

from lnbits.settings import settings  # noqa: E402
from lnbits.wallets.nwc import NWCWallet  # noqa: E402


async def main(uri):
    settings.nwc_pairing_url = uri
    wallet = NWCWallet()
    # A payment that was pending is looked at again after this, half a minute otherwise.
    wallet.payment_status_cache_pending_ttl = 1
    paid = []

    async def listen():
        async for checking_id in wallet.paid_invoices_stream():
            paid.append(checking_id)

    listening = asyncio.create_task(listen())

    async def ask(name, *args):
        return (await getattr(wallet, name)(*args))._asdict()

    async def link():
        connection = wallet.conn
        return {"relays": [connection.relay], "wallet": connection.service_pubkey_hex}

    async def stream():
        return paid

    await serve(
        {
            "link": link,
            "status": lambda: ask("status"),
            "create_invoice": lambda amount, memo: ask("create_invoice", amount, memo),
            "create_hashed": lambda amount, text: ask(
                "create_invoice", amount, None, None, text.encode()
            ),
            "get_invoice_status": lambda checking_id: ask("get_invoice_status", checking_id),
            "pay_invoice": lambda bolt11: ask("pay_invoice", bolt11, 10_000),
            "get_payment_status": lambda checking_id: ask("get_payment_status", checking_id),
            "stream": stream,
        }
    )
    listening.cancel()
    await wallet.cleanup()


asyncio.run(main(sys.argv[1]))
