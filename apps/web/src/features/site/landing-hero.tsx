import { Button, Card, Group, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import classes from './landing.module.css';

/** The first thing a visitor sees: what this is for, and the two ways to go on. */
export function LandingHero() {
  return (
    <section className={classes.hero} aria-labelledby="claim">
      <div>
        <DisplayHeader
          large
          id="claim"
          title="Transform Your Coaching Business"
          lead="The AI-powered coach management platform for fitness and weight-management coaches: clients, sessions, check-ins and money in one calm place, and an early warning when a client is about to leave."
        />
        <Group gap="sm" mt="xl" mb={20} className={classes.ways}>
          <Button component={PageLink} href="/schedule-demo" size="lg" variant="ember">
            Schedule a Demo
          </Button>
          <Button component={PageLink} href="/contact" size="lg" variant="default">
            Contact Us
          </Button>
        </Group>
        <Text c="dimmed">
          Free for your first five clients. <PageLink href="/pricing">See the plans</PageLink>
        </Text>
      </div>
      {/* Says nothing that the words do not. */}
      <div className={classes.picture} aria-hidden="true">
        <div className={classes.dashboard} />
        <Card className={classes.word} padding="md">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconBellRinging size={20} stroke={1.75} color="var(--mantine-color-ember-6)" style={{ flex: 'none' }} />
            <div>
              <Text fw={650}>Daniel has gone quiet</Text>
              <Text c="dimmed">He missed three check-ins in a row and has not written.</Text>
            </div>
          </Group>
        </Card>
      </div>
    </section>
  );
}
