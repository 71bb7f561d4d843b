import { Button, Card, Group, Title } from '@mantine/core';
import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import { DEMO_MINUTES, type DemoForm } from '@stridewell/contract/site/site.rules';
import { IconArrowLeft, IconCircleCheck, IconClock, IconVideo } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { product } from '../../lib/product.ts';
import { Notice } from '../../ui/notice.tsx';
import { isDemoScheduled, schedulingUrl } from './site.scheduling.ts';

const LEAVE_AFTER_MS = 3000;

type DemoSchedulingProps = {
  answers: DemoForm;
  onBack: () => void;
  /** Called when a time is booked, or held until the visitor confirms it. */
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
    <Card p={{ base: 20, xs: 'lg' }}>
      <Group justify="space-between" gap="8px 24px" mb={20}>
        <Title order={2} ref={heading} tabIndex={-1}>
          Choose a time
        </Title>
        <Group component="ul" gap="4px 20px" c="dimmed">
          <Group component="li" gap={6}>
            <IconVideo size={18} stroke={1.75} aria-hidden /> By video call
          </Group>
          <Group component="li" gap={6}>
            <IconClock size={18} stroke={1.75} aria-hidden /> {DEMO_MINUTES} minutes
          </Group>
        </Group>
      </Group>
      <div role="status">
        {scheduled && (
          <Notice
            mb={20}
            icon={<IconCircleCheck size={20} stroke={1.75} />}
            title={product.calendlyUrl ? 'Your demo is booked' : 'Check your email to confirm'}
          >
            {product.calendlyUrl
              ? 'The invitation is on its way to your inbox.'
              : `We hold your time for ${HOLD_MINUTES} minutes.`}
          </Notice>
        )}
      </div>
      <Card.Section withBorder mih={630}>
        {src && <iframe ref={frame} src={src} title="Choose a time" width="100%" height={630} style={{ border: 0 }} />}
      </Card.Section>
      {!scheduled && (
        <Group mt="md">
          <Button variant="default" leftSection={<IconArrowLeft size={18} stroke={1.75} />} onClick={onBack}>
            Back to Questionnaire
          </Button>
        </Group>
      )}
    </Card>
  );
}
