const LINK = /\b(https?:\/\/[^\s/'"]+)\/[^\s'"]+/g;
/** With the id of a checkout, a visitor can set up the account that it has paid for. */
const CHECKOUT = /\bcs_\w+/g;

/** The text of an error as the console shows it. It may quote a link or the id of a checkout, which work without a sign-in. */
export const shownError = (text: string): string => text.replace(LINK, '$1/[hidden]').replace(CHECKOUT, 'cs_[hidden]');
