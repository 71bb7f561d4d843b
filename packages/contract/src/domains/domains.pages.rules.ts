/** Pages of clients, for signing in, and for an invitation. Coaches' domains have no others. */
const PAGES =
  /^\/(?:auth|auth-simple|reset-password|client-onboarding|settings|notifications|privacy-policy|terms-of-service|app-shell)$|^\/(?:client|invitation)\/[^/]/;

/** Whether coaches' domains have the page at a path. */
export const isPageAtDomains = (path: string): boolean => PAGES.test(path);

/** How a coach's domain answers for a page: it shows it, leads to the sign-in, or leads to the product's host. */
export type DomainAnswer = 'serve' | 'sign in' | 'product';

/** Decides for server and app. @param path without a trailing slash */
export function answerAtDomains(path: string): DomainAnswer {
  if (isPageAtDomains(path)) return 'serve';
  return path === '/' ? 'sign in' : 'product';
}
