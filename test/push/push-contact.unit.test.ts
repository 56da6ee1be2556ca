import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { contactAddress } from '../../src/push/push.ts';
import { pushContact } from '../../src/push/push-contact.ts';

const contactOf = (variables: Readonly<Record<string, string>>) =>
  pushContact(contactAddress(readConfig({ SATCHEL_PORT: '0', ...variables })));

describe('how makers of browsers reach the operator', () => {
  test('the address that is set, the sender of mails, or one at the host of the pages', () => {
    assert.equal(contactOf({ SATCHEL_PUSH_CONTACT: 'op@group.org' }), 'mailto:op@group.org');
    assert.equal(
      contactOf({ SATCHEL_MAIL_FROM: 'Our Wallet <w@group.org>' }),
      'mailto:w@group.org',
    );
    assert.equal(
      contactOf({ SATCHEL_MAIL_FROM: 'w@group.org', SATCHEL_PUSH_CONTACT: 'op@group.org' }),
      'mailto:op@group.org',
    );
    assert.equal(
      contactOf({
        SATCHEL_AUTH_URL: 'https://wallet.group.org',
        SATCHEL_BASE_URL: 'https://a.org',
      }),
      'mailto:satchel@wallet.group.org',
    );
  });

  test('none that Apple and Mozilla refuse', () => {
    const refused = [
      'op@localhost',
      'op@wallet.local',
      'op@wallet.lan',
      'op@wallet.internal',
      'op@wallet.test',
      'op@wallet.invalid',
      'op@10.0.0.1',
      'op@wallet',
      'wallet.group.org',
      'mailto:op@group',
      '',
    ];
    for (const address of refused) {
      assert.equal(contactOf({ SATCHEL_PUSH_CONTACT: address }), null, address);
    }
    assert.equal(contactOf({}), null, 'a service on this machine');
  });
});
