/** Pages about how clients are doing, and pages that only write. */
const HIDDEN_PAGES = [
  /^(?:\/coach)?\/[^/]+\/(?:clients|client|client-onboarding|messages|notifications|check-in|check-ins|ai-planner)(?:\/|$)/,
  /^\/coach\/[^/]+\/(?:assistant|engagement|engagement\/re-engagement|engagement\/monday|engagement\/model|performance-metrics|reports)$/,
  /^\/coach\/[^/]+\/flows(?:\/|$)/,
  /^\/coach\/[^/]+\/pipeline\/./,
  /^\/engagement-dashboard$/,
  /^\/notifications$/,
];

/** Why a page is disabled in the navigation of an operator who views as a coach. */
export const NOT_SHOWN = 'Not shown to operators';

/** Whether an operator who views as a coach is not shown the page. The server withholds its data in any case. */
export const isHiddenWhileViewing = (path: string): boolean => HIDDEN_PAGES.some((page) => page.test(path));
