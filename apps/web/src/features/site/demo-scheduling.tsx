import { Alert, Button, Card, Title } from '@mantine/core';
import { DEMO_MINUTES, type DemoForm } from '@stridewell/contract/site.rules';
import { IconArrowLeft, IconCircleCheck, IconClock, IconVideo } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { product } from '../../lib/product.ts';
import classes from './demo-scheduling.module.css';
import { isDemoScheduled, schedulingUrl } from './site.scheduling.ts';

const LEAVE_AFTER_MS = 3000;

type DemoSchedulingProps = {
  answers: DemoForm;
  onBack: () => void;
  /** Called when a time is booked. */
  onScheduled: () => void;
  /** Called after the visitor had time to read the confirmation. */
  onDone: () => void;
};

/** Shows the built-in scheduler, or the one that the operator configured, in a frame. */
export function DemoScheduling({ answers, onBack, onScheduled, onDone }: DemoSchedulingProps) {
  const [src, setSrc] = useState<string>();
  const [scheduled, setScheduled] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // Once, because a new address would discard the choice in the frame.
  const open = useEffectEvent(() => {
    const { origin, host } = window.location;
    setSrc(schedulingUrl(answers, { calendlyUrl: product.calendlyUrl, origin, host }));
    heading.current?.focus();
  });
  useEffect(() => open(), []);

  const receive = useEffectEvent((event: MessageEvent) => {
    if (scheduled || !src) return;
    if (!isDemoScheduled(event, { origin: new URL(src).origin, window: frame.current?.contentWindow })) return;
    setScheduled(true);
    onScheduled();
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (!scheduled) return;
    const timer = setTimeout(() => leave(), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [scheduled]);

  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <Title order={2} ref={heading} tabIndex={-1} className={classes.title}>
          Choose a time
        </Title>
        <ul className={classes.facts}>
          <li>
            <IconVideo size={18} stroke={1.75} aria-hidden /> By video call
          </li>
          <li>
            <IconClock size={18} stroke={1.75} aria-hidden /> {DEMO_MINUTES} minutes
          </li>
        </ul>
      </div>
      <div role="status">
        {scheduled && (
          <Alert
            className={classes.note}
            icon={<IconCircleCheck size={20} stroke={1.75} />}
            title="Your demo is booked"
          >
            The invitation is on its way to your inbox.
          </Alert>
        )}
      </div>
      {src && <iframe ref={frame} src={src} title="Choose a time" className={classes.frame} height={630} />}
      {!src && <div className={classes.frame} />}
      {!scheduled && (
        <div className={classes.foot}>
          <Button variant="default" leftSection={<IconArrowLeft size={18} stroke={1.75} />} onClick={onBack}>
            Back to Questionnaire
          </Button>
        </div>
      )}
    </Card>
  );
}
