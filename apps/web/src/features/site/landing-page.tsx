import type { ReactNode } from 'react';
import { LandingClosing } from './landing-closing.tsx';
import { LandingDemo } from './landing-demo.tsx';
import { LandingFeatures } from './landing-features.tsx';
import { LandingHero } from './landing-hero.tsx';
import { LandingPortal } from './landing-portal.tsx';
import { LandingRetention } from './landing-retention.tsx';

/** The page at /landing and, without a session, at /, around its two previews. */
export function LandingPage({ portal, dashboard }: { portal: ReactNode; dashboard: ReactNode }) {
  return (
    <>
      <LandingHero />
      <LandingFeatures />
      <LandingRetention />
      <LandingPortal preview={portal} />
      <LandingDemo preview={dashboard} />
      <LandingClosing />
    </>
  );
}
