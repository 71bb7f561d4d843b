import { LandingClosing } from './landing-closing.tsx';
import { LandingDemo } from './landing-demo.tsx';
import { LandingFeatures } from './landing-features.tsx';
import { LandingHero } from './landing-hero.tsx';
import { LandingPortal } from './landing-portal.tsx';
import { LandingRetention } from './landing-retention.tsx';

/** The page at /landing and, without a session, at /. */
export function LandingPage() {
  return (
    <>
      <LandingHero />
      <LandingFeatures />
      <LandingRetention />
      <LandingPortal />
      <LandingDemo />
      <LandingClosing />
    </>
  );
}
