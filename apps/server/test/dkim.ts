import { createHash, createVerify } from 'node:crypto';

const tagsOf = (text: string): Map<string, string> =>
  new Map(
    text.split(';').map((tag) => {
      const at = tag.indexOf('=');
      return [tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s/g, '')];
    }),
  );

/** Relaxed form of a header (RFC 6376, 3.4.2). */
const relaxed = (header: string): string => {
  const at = header.indexOf(':');
  const value = header
    .slice(at + 1)
    .replace(/\r\n(?=[ \t])/g, '')
    .replace(/[ \t]+/g, ' ');
  return `${header.slice(0, at).trim().toLowerCase()}:${value.trim()}`;
};

/** Relaxed form of a body (RFC 6376, 3.4.4). */
const relaxedBody = (body: string): string => {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const text = lines.join('\r\n').replace(/(?:\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
};

/**
 * Checks the DKIM signature of a mail as a receiver does.
 * @param taken the mail as the mail server of the tests took it
 * @param publicKey of the record at the name of the key, in base64
 * @returns who signed it, and which headers
 * @throws Error for a mail without a signature, or with a wrong one
 */
export function verifiedSignature(
  taken: string,
  publicKey: string,
): { domain: string; selector: string; signed: string[] } {
  // The server keeps lines as they were sent, and SMTP doubles a dot at their start.
  const mail = taken.replace(/^\.\./gm, '.').replaceAll('\n', '\r\n');
  const end = mail.indexOf('\r\n\r\n');
  const headers = mail.slice(0, end).split(/\r\n(?![ \t])/);
  const signatures = headers.filter((header) => /^dkim-signature:/i.test(header));
  const [signature = ''] = signatures;
  if (signatures.length !== 1) throw new Error(`the mail has ${signatures.length} signatures`);
  const tags = tagsOf(signature.replace(/^dkim-signature:/i, ''));
  const tag = (name: string) => tags.get(name) ?? '';
  if (tag('v') !== '1' || tag('a') !== 'rsa-sha256' || tag('c') !== 'relaxed/relaxed') throw new Error(signature);
  const bodyHash = createHash('sha256')
    .update(`${relaxedBody(mail.slice(end + 4))}`, 'latin1')
    .digest('base64');
  if (bodyHash !== tag('bh')) throw new Error('the body was changed');
  const signed = tag('h').toLowerCase().split(':');
  // Each name takes the last header that no earlier one took.
  const left = [...headers];
  const chosen = signed.flatMap((name) => {
    const at = left.findLastIndex((header) => header.toLowerCase().startsWith(`${name}:`));
    return at === -1 ? [] : left.splice(at, 1);
  });
  const unsigned = relaxed(signature.replace(/(\bb=)[^;]*$/, '$1'));
  const text = [...chosen.map(relaxed), unsigned].join('\r\n');
  const key = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`;
  if (!createVerify('RSA-SHA256').update(text, 'latin1').verify(key, tag('b'), 'base64')) {
    throw new Error('the signature is wrong');
  }
  return { domain: tag('d'), selector: tag('s'), signed };
}
