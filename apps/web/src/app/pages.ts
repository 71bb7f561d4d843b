/** The title and description of a public page. */
export type PageText = { title: string; description: string };

type Describe = (productName: string) => PageText;

const page =
  (title: string, description: string): Describe =>
  (productName) => ({ title: `${title} · ${productName}`, description });

const landing: Describe = (productName) => ({
  title: `${productName}: the AI-powered coach management platform`,
  description:
    'Clients, sessions, check-ins, plans and finances in one place for fitness and weight-management coaches, with an early warning before a client leaves.',
});

/** The pages that the server renders and search engines may list. */
export const PUBLIC_PAGES: Readonly<Record<string, Describe>> = {
  '/': landing,
  '/landing': landing,
  '/pricing': page(
    'Pricing',
    'Coach Base is free for up to five clients. Coach Plus and Coach Pro grow with you. See what your number of clients costs.',
  ),
  '/contact': page('Contact Us', 'Tell us about your coaching business. A real person will reply.'),
  '/schedule-demo': page(
    'Schedule a Demo',
    'Tell us about your coaching and choose a time for a 30-minute video call.',
  ),
  '/schedule-demo-confirmed': page('Your demo', 'What happens next with your demo.'),
  '/terms-of-service': page('Terms of Service', 'The terms under which coaches and their clients use the platform.'),
  '/privacy-policy': page('Privacy Policy', 'What data we keep, why, who sees it, and what you can ask for.'),
  '/notification-demo': page('Notifications', 'Every kind of notification, on sample data.'),
};

/** Rendered pages that search engines must not list. */
export const UNLISTED = new Set(['/', '/schedule-demo-confirmed', '/notification-demo']);

/** The title of the page at `path`. Public pages are the product's, whatever name the reader knows the app by. */
export function titleOf(path: string, productName: string, appName = productName): string {
  const described = PUBLIC_PAGES[path]?.(productName);
  return described ? described.title : appName;
}
