const LINK = /\b(https?:\/\/[^\s/'"]+)\/[^\s'"]+/g;
/** With the id of a paid checkout, a visitor can set up its account. */
const CHECKOUT = /\bcs_\w+/g;

/** Error text for the console. Hides links and ids of checkouts, which work without a sign-in. */
export const shownError = (text: string): string => text.replace(LINK, '$1/[hidden]').replace(CHECKOUT, 'cs_[hidden]');
