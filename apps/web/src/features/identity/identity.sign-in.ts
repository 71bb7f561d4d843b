/** The server's answer to a first step: a session, or the request for a second step. */
export type SignInAnswer = object | null;

export const wantsSecondStep = (answer: SignInAnswer): boolean => answer !== null && 'twoFactorRedirect' in answer;
