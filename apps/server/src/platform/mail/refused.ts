/** The mail server refused this mail permanently. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
