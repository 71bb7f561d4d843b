/** An error whose message says what the person at the keyboard can do. A stack would only hide it. */
export class PlainError extends Error {}
