import { PricingPage as Pricing } from '@stridewell/web/features/billing/pricing-page.tsx';
import { StartFree } from '@stridewell/web/features/billing/pricing-plans.tsx';
import { NotificationTour } from '@stridewell/web/features/notifications/notification-tour.tsx';
import { ContactPage as Contact, ContactClosed } from '@stridewell/web/features/site/contact-page.tsx';
import { DemoConfirmedPage } from '@stridewell/web/features/site/demo-confirmed-page.tsx';
import { DemoPage as Demo } from '@stridewell/web/features/site/demo-page.tsx';
import { LandingPage as Landing } from '@stridewell/web/features/site/landing-page.tsx';
import { PrivacyPolicy } from '@stridewell/web/features/site/privacy-policy.tsx';
import { TermsOfService } from '@stridewell/web/features/site/terms-of-service.tsx';
import { NoSuchPage } from '@stridewell/web/shared/no-such-page.tsx';
import type { ReactNode } from 'react';
import { themed } from './themed.tsx';

// The parts of the public pages that are only read. Pages pass what moves as slots.

export const LandingPage = themed(Landing);
export const ContactPage = themed(({ form }: { form?: ReactNode }) => <Contact form={form ?? <ContactClosed />} />);
export const DemoPage = themed(Demo);
export const ConfirmedPage = themed(DemoConfirmedPage);
export const TourPage = themed(NotificationTour);
export const TermsPage = themed(TermsOfService);
export const PrivacyPage = themed(PrivacyPolicy);
export const MissingPage = themed(NoSuchPage);

type PricingProps = { plus: ReactNode; pro: ReactNode; calculator: ReactNode };
export const PricingPage = themed((parts: PricingProps) => <Pricing base={<StartFree />} {...parts} />);
