const SENDER_REFUSED = 'Our mail server refused to send it. Its settings need a look.';

/** Answers of mail servers, by the extended codes of RFC 3463, the codes of RFC 5321, and errors of the connection. */
const PROBLEMS: readonly [pattern: RegExp, text: string][] = [
  [/\b5\.1\.(?:0|1|2|3|6|10)\b|rejected the recipient/i, 'The address does not exist or takes no email.'],
  [/\b5\.2\.1\b/, 'The mailbox is switched off.'],
  [/\b[45]\.2\.2\b|\b[45]52\b(?! 5\.3\.4)/, 'The mailbox is full.'],
  [/\b5\.2\.3\b|\b5\.3\.4\b/, 'The email is too large for the mailbox.'],
  [/\b5\.7\.8\b|\b53[045]\b|invalid login|missing credentials/i, SENDER_REFUSED],
  [/\b5\.7\.\d+\b|\bspam\b|\bblocked\b/i, 'The mail server of the recipient does not accept our emails.'],
  [/\b(?:550|551|553)\b/, 'The address does not exist or takes no email.'],
  [
    /ECONN|ETIMEDOUT|ENOTFOUND|EDNS|EAI_AGAIN|EHOSTUNREACH|connection timeout|greeting never received/i,
    'Our mail server cannot be reached.',
  ],
  [/\b4\d\d\b|\b4\.\d\.\d+\b/, 'The mail server was busy on every try.'],
];

/** Why a mail failed, in words. The answer of the mail server itself is for those who run it. */
export const mailProblem = (answer: string): string =>
  PROBLEMS.find(([pattern]) => pattern.test(answer))?.[1] ?? 'The mail server did not take the email.';
