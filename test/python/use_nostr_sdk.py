"""The package `nostr-sdk` (rust-nostr), as an app uses it: use_nostr_sdk.py URI"""

import asyncio
import sys

from calls import serve
from nostr_sdk import (
    KeysendTlvRecord,
    ListTransactionsRequest,
    LookupInvoiceRequest,
    MakeInvoiceRequest,
    NostrWalletConnect,
    NostrWalletConnectUri,
    PayInvoiceRequest,
    PayKeysendRequest,
)


async def main(link):
    uri = NostrWalletConnectUri.parse(link)
    wallet = NostrWalletConnect(uri)

    async def read_link():
        relays = [str(relay) for relay in uri.relays()]
        return {"relays": relays, "wallet": uri.public_key().to_hex(), "lud16": uri.lud16()}

    async def info():
        got = await wallet.get_info()
        methods = [str(method).rsplit(".", 1)[-1].lower().removesuffix("()") for method in got.methods]
        return {"network": got.network, "methods": methods}

    async def balance():
        return {"balance": (await wallet.get_balance()).balance}

    async def make(amount, words):
        order = MakeInvoiceRequest(
            amount=amount, description=words, description_hash=None, expiry=None
        )
        made = await wallet.make_invoice(order)
        return {"invoice": made.invoice, "payment_hash": made.payment_hash}

    async def pay(invoice):
        order = PayInvoiceRequest(id=None, invoice=invoice, amount=None)
        paid = await wallet.pay_invoice(order)
        return {"preimage": paid.preimage, "fees_paid": paid.fees_paid}

    async def keysend(pubkey, amount):
        records = [KeysendTlvRecord(tlv_type=7629169, value="ff00aa")]
        order = PayKeysendRequest(
            id=None, amount=amount, pubkey=pubkey, preimage=None, tlv_records=records
        )
        paid = await wallet.pay_keysend(order)
        return {"preimage": paid.preimage, "fees_paid": paid.fees_paid}

    async def look_up(payment_hash):
        query = LookupInvoiceRequest(payment_hash=payment_hash, invoice=None)
        return shown(await wallet.lookup_invoice(query))

    async def list_all():
        query = ListTransactionsRequest(
            _from=None, until=None, limit=20, offset=None, unpaid=None, transaction_type=None
        )
        return {"transactions": [shown(one) for one in await wallet.list_transactions(query)]}

    await serve(
        {
            "link": read_link,
            "info": info,
            "balance": balance,
            "make": make,
            "pay": pay,
            "keysend": keysend,
            "look_up": look_up,
            "list": list_all,
        }
    )


def shown(one):
    return {
        "state": one.state.name.lower(),
        "payment_hash": one.payment_hash,
        "preimage": one.preimage,
        "amount": one.amount,
        "fees_paid": one.fees_paid,
        "has_end": one.expires_at is not None,
    }


asyncio.run(main(sys.argv[1]))
