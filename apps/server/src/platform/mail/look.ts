/** How a mail looks that the product sends for someone else. The sending address stays the product's. */
export type MailLook = {
  /** In place of the product's name, also as the name of the sender. */
  name: string;
  /** Color of the heading and the button, readable on white, and in dark mail programs. */
  accent: { light: string; dark: string };
  logo: { src: string; width: number; height: number } | null;
  /** Address for replies, if the mail names no other. */
  replyTo: string;
};

/** Finds the look of the mails of a sender; null for the product's. */
export type MailLookOf = (sender: string) => Promise<MailLook | null>;
