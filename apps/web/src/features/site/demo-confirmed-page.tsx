import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import { DEMO_MINUTES } from '@stridewell/contract/site/site.rules';
import { IconCalendarCheck, IconMailOpened, IconVideo } from '@tabler/icons-react';
import { product } from '../../lib/product.ts';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ContactLink } from './contact-link.tsx';
import { Point } from './point.tsx';
import classes from './site.module.css';
import { StrideDrawing } from './stride-drawing.tsx';

const MAIL = {
  Icon: IconMailOpened,
  title: 'Check your inbox',
  text: 'The confirmation has a calendar file, and a link to move or cancel the call.',
};
/** The built-in scheduler holds a time until the visitor confirms their address. */
const CONFIRM = {
  Icon: IconMailOpened,
  title: 'Open our email and confirm',
  text: `We hold your time for ${HOLD_MINUTES} minutes. Then you get a calendar file, and a link to move or cancel the call.`,
};
const LATER = [
  {
    Icon: IconCalendarCheck,
    title: 'We read your answers',
    text: 'So the demo starts at what takes your time, not at a list of features.',
  },
  {
    Icon: IconVideo,
    title: 'We meet by video',
    text: `${DEMO_MINUTES} minutes, your questions first. We email the link to the call shortly before.`,
  },
] as const;

/** Next step after a visitor has chosen a time, for each scheduler. */
const texts = () =>
  product.calendlyUrl
    ? { title: 'Your demo is booked', lead: 'Good. Here is what happens next.', points: [MAIL, ...LATER] }
    : { title: 'Confirm your demo', lead: 'Your time is held. One step is left.', points: [CONFIRM, ...LATER] };

/** Lists the next steps after a visitor has chosen a time. */
export function DemoConfirmedPage() {
  const { title, lead, points } = texts();
  return (
    <Card className={classes.confirmed} padding={0} maw={1080} mx="auto">
      <div>
        <StrideDrawing />
      </div>
      <Stack gap={32} p={{ base: 20, sm: 48 }}>
        <div>
          <DisplayHeader title={title} lead={lead} />
        </div>
        <Stack component="ol" gap="lg">
          {points.map(({ Icon, title, text }) => (
            <Point key={title} mark={<Icon size={20} stroke={1.75} />} order={2} title={title}>
              {text}
            </Point>
          ))}
        </Stack>
        <Group gap="sm">
          <Button component={PageLink} href="/landing" size="md">
            Back to home
          </Button>
          {product.socialUrl && (
            <Button component="a" href={product.socialUrl} target="_blank" rel="noreferrer" size="md" variant="default">
              See what we are building
            </Button>
          )}
        </Group>
        <Text c="dimmed">
          No email after ten minutes? Write to <ContactLink />.
        </Text>
      </Stack>
    </Card>
  );
}
