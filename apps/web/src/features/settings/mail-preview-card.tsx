import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { MailPreview } from '@stridewell/contract/settings/settings';
import { type ReactNode, useState } from 'react';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './mail-preview-card.module.css';

const VIEWS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'Plain text' },
];

/** A mail as its reader sees it. The frame runs no scripts and opens no links. */
export function MailPreviewCard({ preview, actions }: { preview: MailPreview; actions: ReactNode }) {
  const [view, setView] = useState('light');
  const { subject, html, text } = preview;
  return (
    <SectionCard title="Preview" aside={actions}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed">
            Subject:
          </Text>{' '}
          {subject}
        </Text>
        <SegmentedControl
          aria-label="View"
          data={VIEWS}
          value={view}
          onChange={setView}
          style={{ alignSelf: 'start' }}
        />
        {view === 'text' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard.
          <pre className={classes.text} tabIndex={0}>
            {text}
          </pre>
        ) : (
          <iframe title="Preview of the email" sandbox="" srcDoc={html} className={classes.frame} data-view={view} />
        )}
      </Stack>
    </SectionCard>
  );
}
