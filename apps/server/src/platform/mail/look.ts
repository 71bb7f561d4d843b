/** How a mail looks that the product sends for someone else. */
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

/** An address of the sender, and what signs the mails that come from it. */
export type OwnAddress = {
  address: string;
  dkim: { domainName: string; keySelector: string; privateKey: string };
};

/** Finds the address of a sender; null for the product's. */
export type OwnAddressOf = (sender: string) => Promise<OwnAddress | null>;
