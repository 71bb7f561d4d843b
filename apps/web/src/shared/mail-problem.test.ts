import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailProblem } from './mail-problem.ts';

describe('the reason of a failed mail', () => {
  it.each([
    ["Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.example>: User unknown", 'does not exist'],
    ['the mail server rejected the recipient', 'does not exist'],
    ['Message failed: 550 No such user here', 'does not exist'],
    ['Message failed: 553 5.1.3 Bad address', 'does not exist'],
    ['Message failed: 552 5.2.2 Over quota', 'full'],
    ['Message failed: 452 4.2.2 Mailbox full', 'full'],
    ['Message failed: 550 5.2.1 Account disabled', 'switched off'],
    ['Message failed: 552 5.3.4 Message size exceeds fixed limit', 'too large'],
    ['Invalid login: 535 5.7.8 Authentication failed', 'Our mail server refused'],
    ['Message failed: 530 5.7.0 Must issue STARTTLS', 'Our mail server refused'],
    ['Message failed: 550 5.7.1 Rejected by policy', 'does not accept our emails'],
    ['Message failed: 554 Message looks like spam', 'does not accept our emails'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'cannot be reached'],
    ['getaddrinfo ENOTFOUND mail.example', 'cannot be reached'],
    ['Greeting never received', 'cannot be reached'],
    ['Message failed: 451 Try again later', 'busy'],
    ['', 'did not take the email'],
  ])('reads %j', (answer, words) => {
    expect(mailProblem(answer)).toContain(words);
  });

  it('is a sentence for every answer, and quotes none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (answer) => {
        expect(mailProblem(answer)).toMatch(/^[A-Z][A-Za-z ,.]+\.$/);
      }),
    );
  });
});
