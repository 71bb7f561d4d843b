/** An error whose message tells the person at the terminal what to do. Printed without a stack. */
export class PlainError extends Error {}
