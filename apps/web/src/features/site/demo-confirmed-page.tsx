import { Button, Card } from '@mantine/core';
import { DEMO_MINUTES } from '@stridewell/contract/site.rules';
import { IconCalendarCheck, IconMailOpened, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { StrideDrawing } from '../../components/stride-drawing.tsx';
import { product } from '../../lib/product.ts';
import classes from './demo-confirmed-page.module.css';

const NEXT = [
  {
    Icon: IconMailOpened,
    title: 'Look into your inbox',
    text: 'The confirmation has a calendar file, and a link to move or cancel the call.',
  },
  {
    Icon: IconCalendarCheck,
    title: 'We read your answers',
    text: 'So the demo starts at what takes your time, not at a list of features.',
  },
  {
    Icon: IconVideo,
    title: 'We meet by video',
    text: `${DEMO_MINUTES} minutes, your questions first. The link to the call comes by mail shortly before.`,
  },
] as const;

/** Confirms the booked demo and lists the next steps. */
export function DemoConfirmedPage() {
  return (
    <div className={classes.page}>
      <Card className={classes.card} padding={0}>
        <div className={classes.picture}>
          <StrideDrawing />
        </div>
        <div className={classes.words}>
          <h1>Your demo is booked</h1>
          <p className={classes.lead}>Good. You have done your part; here is what happens next.</p>
          <ol className={classes.next}>
            {NEXT.map(({ Icon, title, text }) => (
              <li key={title}>
                <span className={classes.icon}>
                  <Icon size={22} stroke={1.75} aria-hidden />
                </span>
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <div className={classes.ways}>
            <Button component={Link} to="/landing" size="md">
              Back to home
            </Button>
            {product.socialUrl && (
              <Button
                component="a"
                href={product.socialUrl}
                target="_blank"
                rel="noreferrer"
                size="md"
                variant="default"
              >
                See what we are building
              </Button>
            )}
          </div>
          <p className={classes.help}>
            No mail after ten minutes? Write to <a href={`mailto:${product.contactEmail}`}>{product.contactEmail}</a>.
          </p>
        </div>
      </Card>
    </div>
  );
}
