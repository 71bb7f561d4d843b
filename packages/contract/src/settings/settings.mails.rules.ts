/** An operator's replacements for the standard words of a mail. Empty: the standard words. */
export type MailTexts = { subject: string; introduction: string };

export const NO_MAIL_TEXTS: MailTexts = { subject: '', introduction: '' };

/** Which words of a mail can be changed. The subject of a mail with several occasions says which one it is. */
export const MAIL_PARTS = ['subject', 'introduction'] as const;
export type MailPart = (typeof MAIL_PARTS)[number];

const PLACEHOLDER = /\{([^{}\s]{0,40})\}/g;

/** Names of the placeholders in a text, such as `name` in `Hello {name}`. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** The first placeholder that a mail does not have; undefined when all are known. */
export const unknownPlaceholder = (text: string, known: readonly string[]): string | undefined =>
  placeholdersIn(text).find((name) => !known.includes(name));

/** Puts the values of a mail in place of its placeholders. A value that looks like a placeholder stays as it is. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));

/** The texts of a mail with its values. */
export const fillTexts = (
  { subject, introduction }: MailTexts,
  values: Readonly<Record<string, string>>,
): MailTexts => ({
  subject: fillPlaceholders(subject, values),
  introduction: fillPlaceholders(introduction, values),
});
