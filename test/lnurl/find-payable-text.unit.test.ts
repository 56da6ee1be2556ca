import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { MAX_PAY_TEXT_LENGTH } from '../../src/base/limits.ts';
import { findPayableText } from '../../src/lnurl/find-payable-text.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';

const RULES = {
  addresses: addressRules([]),
  ownDomain: 'own.example',
  ownHosts: ['own.example'],
};
const find = (...texts: readonly string[]): string => findPayableText(texts, RULES);

const INVOICE = 'lnbc20u1pvjluez';
const LNURL = encodeLnurl('https://pay.example/p');

describe('what can be paid of what another app shares', () => {
  test('is found in whichever of the texts it stands', () => {
    assert.equal(find(INVOICE), INVOICE);
    assert.equal(find('An invoice', INVOICE), INVOICE);
    assert.equal(find('', ` lightning:${INVOICE}\n`, 'Title'), `lightning:${INVOICE}`);
    assert.equal(find('Title', 'ann@pay.example'), 'ann@pay.example');
    const link = `https://shop.example/order?lightning=${LNURL}`;
    assert.equal(find('My order', link), link);
    const chain = `bitcoin:bc1qexample?amount=0.1&lightning=${INVOICE}`;
    assert.equal(find(chain), chain);
  });

  test('is found within a sentence, without the signs around it', () => {
    assert.equal(find(`Please pay me: ${INVOICE}, thank you!`), INVOICE);
    assert.equal(find(`Pay (“${LNURL}”).`), LNURL);
    assert.equal(find(`Bitte „${INVOICE}“ zahlen`), INVOICE);
    assert.equal(find('Write to ann@pay.example.'), 'ann@pay.example');
    assert.equal(find(`one\ntwo <${INVOICE}>`), INVOICE);
  });

  test('an invoice comes before an address, wherever they stand', () => {
    assert.equal(find('ann@pay.example', `Invoice ${INVOICE}`), INVOICE);
    assert.equal(find(`From ann@pay.example: ${LNURL}`), LNURL);
  });

  test('where nothing can be paid, the first text comes back', () => {
    assert.equal(find(' https://news.example/story ', 'A story'), 'https://news.example/story');
    assert.equal(
      find('', '  ', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'),
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    );
    assert.equal(find('', ' '), '');
    assert.equal(find(), '');
  });

  test('nothing is taken out of what is too long', () => {
    const long = `${'x '.repeat(MAX_PAY_TEXT_LENGTH)}${INVOICE}`;
    assert.equal(find(long), long);
  });
});
