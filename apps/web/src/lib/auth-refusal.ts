export type AuthFailure = {
  status?: number;
  message?: string | undefined;
  code?: string | undefined;
  /** Where the person can sign in instead. */
  home?: string | undefined;
};

export const UNEXPECTED = 'An unexpected error occurred';

/** Messages of a failed server are for developers. */
export const isServerFailure = ({ status = 0 }: AuthFailure): boolean => status >= 500;

/** The text for a refused auth call: the library's message where it has one. */
export function authMessage(failure: AuthFailure): string {
  if (failure.status === 429) return 'Too many attempts. Please wait a moment and try again.';
  return (!isServerFailure(failure) && failure.message) || UNEXPECTED;
}

/** A refused auth call. Has the shape that `errors.ts` reads, so its message is shown to people. */
export class AuthRefusal extends Error {
  readonly status = 403;
  readonly code: string;
  /** Where the person can sign in instead. */
  readonly home: string | undefined;

  constructor(message: string, code = 'AUTH_REFUSED', home?: string) {
    super(message);
    this.code = code;
    this.home = home;
  }
}
