import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { takeFocus } from '../lib/take-focus.ts';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { Muted } from './muted.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import type { ImportSteps, ImportTask } from './use-import.ts';

/** What a form that reads a file reports to its dialog. */
export type SourceForm<Source> = { onRead: (source: Source) => void; onCancel: () => void };

type ImportDialogProps<Source extends object> = {
  title: string;
  /** The form that reads a file or a text, like `CellsForm`. */
  source: (form: SourceForm<Source>) => ReactNode;
  onClose: () => void;
  /** The preview of the import. Nothing is stored before it is confirmed. */
  children: (source: Source, steps: ImportSteps) => ReactNode;
};

/** Imports a file: choose it, look at what it would become, import it. */
export function ImportDialog<Source extends object>(props: ImportDialogProps<Source>) {
  const { title, source: sourceForm, onClose, children } = props;
  const [source, setSource] = useState<Source | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    // Rows are on their way, and the result belongs on the screen. A click beside the dialog would lose all choices.
    <Dialog opened onClose={() => !busy && onClose()} title={title} size="lg" closeOnClickOutside={false}>
      {source
        ? children(source, { onBusy: setBusy, onBack: () => setSource(null), onClose })
        : sourceForm({ onRead: setSource, onCancel: onClose })}
    </Dialog>
  );
}

type ImportPreviewProps = {
  steps: ImportSteps;
  task: Pick<ImportTask<unknown, unknown, unknown>, 'reading' | 'error' | 'sent' | 'busy' | 'run'>;
  /** The heading. It gets the focus, because the button that was pressed is gone. */
  title: string;
  /** The button that imports, like "Import 3 leads". */
  label: string;
  disabled: boolean;
  /** Advice for a failure without a message of the server. */
  fallback: string;
  /** For an import that is sent in parts. The note says in words how far it is. */
  progress?: { label: string; total: number; note?: string };
  /** The choices, what was found, and the rows that are left out. */
  children: ReactNode;
};

/** The choices of an import, what its rows would become, and the button that imports them. */
export function ImportPreview(props: ImportPreviewProps) {
  const { steps, task, title, label, disabled, fallback, progress, children } = props;
  const { reading, error, sent, busy, run } = task;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text ref={takeFocus} tabIndex={-1} fw={600} truncate>
          {title}
        </Text>
        {children}
        <ProblemAlert error={error} fallback={fallback} />
        {progress && (busy || (sent > 0 && Boolean(error))) && (
          <div>
            <Progress value={(sent / Math.max(1, progress.total)) * 100} aria-label={progress.label} />
            {progress.note && (
              <Muted role="status" mt={6}>
                {progress.note}
              </Muted>
            )}
          </div>
        )}
        <Group>
          <Button variant="subtle" disabled={busy} onClick={steps.onBack}>
            Choose another file
          </Button>
        </Group>
        <DialogActions
          cancelLabel="Cancel"
          onCancel={() => !busy && steps.onClose()}
          label={label}
          busy={busy}
          disabled={disabled || reading}
        />
      </Stack>
    </form>
  );
}
