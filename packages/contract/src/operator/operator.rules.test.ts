import { describe, expect, it } from 'vitest';
import { mailDomainOf } from '../contacts/contacts.rules.ts';
import { COACH_STATUSES } from '../people.rules.ts';
import { COACH_DECISIONS, COACH_TRANSITIONS, decisionsFor, operatorMay } from './operator.rules.ts';

describe('decisions about coaches', () => {
  it.each([
    ['pending', ['approve', 'reject', 'ask']],
    ['approved', ['suspend']],
    ['active', ['suspend']],
    ['inactive', ['suspend']],
    ['rejected', ['reinstate']],
    ['suspended', ['reinstate']],
  ] as const)('%s allows %s', (status, decisions) => {
    expect(decisionsFor(status)).toEqual(decisions);
  });

  it('lead out of every status, and never to active, which only a sign-in does', () => {
    for (const status of COACH_STATUSES) expect(decisionsFor(status).length).toBeGreaterThan(0);
    for (const decision of COACH_DECISIONS) expect(COACH_TRANSITIONS[decision].to).not.toBe('active');
  });
});

it.each([
  ['ana@gmail.com', 'free'],
  ['ana@yahoo.co.uk', 'free'],
  ['ana@mailinator.com', 'disposable'],
  ['ana@gmail.com.example.org', 'own'],
  ['ana@notgmail.com', 'own'],
  ['ana@strong-studio.com', 'own'],
] as const)('the domain of %s is %s', (email, kind) => {
  expect(mailDomainOf(email)).toBe(kind);
});

it('gives each part of the console to those who need it', () => {
  expect(operatorMay('admin', 'approvals')).toBe(true);
  expect(operatorMay('support', 'approvals')).toBe(true);
  expect(operatorMay('billing', 'approvals')).toBe(false);
  expect(operatorMay('billing', 'overview')).toBe(true);
  expect(operatorMay('billing', 'billing')).toBe(true);
  expect(operatorMay('support', 'billing')).toBe(false);
  expect(operatorMay('support', 'operators')).toBe(false);
});
