import { Button, Group } from '@mantine/core';
import { PageLink } from '../../ui/page-link.tsx';
import classes from './landing.module.css';
import { LandingSection } from './landing-section.tsx';

/** The last word, for those who have read down to here. */
export const LandingClosing = () => (
  <LandingSection
    ground="deep"
    beside="heading-first"
    title="Bring your clients. We bring the overview."
    lead="Show us how you keep track today. In the demo you see what your Monday morning could look like."
  >
    <Group gap="sm" justify="flex-end" className={classes.ways}>
      <Button component={PageLink} href="/schedule-demo" size="lg" variant="white">
        Schedule a Demo
      </Button>
      <Button component={PageLink} href="/pricing" size="lg" variant="outline" color="pine.1">
        Pricing
      </Button>
    </Group>
  </LandingSection>
);
