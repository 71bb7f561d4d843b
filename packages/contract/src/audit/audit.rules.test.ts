import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AUDIT_ACTION_NAMES, AUDIT_SUBJECTS, actionsOf, canonicalJson, networkOf, subjectOf } from './audit.rules.ts';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1234:5678::1', '2001:db8:1234::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', null],
  ['unknown', null],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('writes equal values equally, whatever the order of their keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('each action belongs to one subject', () => {
  expect(AUDIT_SUBJECTS.flatMap(actionsOf).sort()).toEqual([...AUDIT_ACTION_NAMES].sort());
  expect(AUDIT_SUBJECTS.every((subject) => actionsOf(subject).length > 0)).toBe(true);
  const some = ['plan.refunded', 'invoice_settings.changed', 'prospect.moved', 'webhook.replayed'] as const;
  expect(some.map(subjectOf)).toEqual(['accounts', 'money', 'contacts', 'platform']);
});
