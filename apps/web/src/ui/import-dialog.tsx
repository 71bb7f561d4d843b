import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type Cells, CellsForm } from './cells-form.tsx';
import { ColumnChoices } from './column-choices.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import type { ImportSteps, ImportTask } from './use-import.ts';

type CellsFormProps = Omit<ComponentProps<typeof CellsForm>, 'onRead' | 'onCancel'>;

type ImportDialogProps = {
  title: string;
  /** Where the rows come from. */
  source: CellsFormProps;
  onClose: () => void;
  /** The preview of the import. Nothing is stored before it is confirmed. */
  children: (cells: Cells, steps: ImportSteps) => ReactNode;
};

/** Imports the rows of a file or of a spreadsheet: choose them, look at what they would become, import them. */
export function ImportDialog({ title, source, onClose, children }: ImportDialogProps) {
  const [cells, setCells] = useState<Cells | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    // Rows are on their way, and the result belongs on the screen.
    <Dialog opened onClose={() => !busy && onClose()} title={title} size="lg">
      {cells ? (
        children(cells, { onBusy: setBusy, onBack: () => setCells(null), onClose })
      ) : (
        <CellsForm {...source} onRead={setCells} onCancel={onClose} />
      )}
    </Dialog>
  );
}

type ImportPreviewProps<Field extends string> = {
  steps: ImportSteps;
  task: Pick<ImportTask<unknown, unknown>, 'error' | 'sent' | 'busy' | 'run'>;
  columns: ComponentProps<typeof ColumnChoices<Field>>;
  /** The button that imports, like "Import 3 leads". */
  label: string;
  disabled: boolean;
  /** Advice for a failure without a message of the server. */
  fallback: string;
  /** For an import that is sent in parts. */
  progress?: { label: string; total: number };
  /** More choices, what was found, and the rows that are left out. */
  children: ReactNode;
};

/** The columns, what their rows would become, and the button that imports them. */
export function ImportPreview<Field extends string>(props: ImportPreviewProps<Field>) {
  const { steps, task, columns, label, disabled, fallback, progress, children } = props;
  const { error, sent, busy, run } = task;
  return (
    <Stack gap="md">
      <Text fw={600}>Match the columns</Text>
      <ColumnChoices {...columns} />
      {children}
      <ProblemAlert error={error} fallback={fallback} />
      {progress && (busy || (sent > 0 && Boolean(error))) && (
        <Progress value={(sent / Math.max(1, progress.total)) * 100} aria-label={progress.label} />
      )}
      <Group>
        <Button variant="subtle" disabled={busy} onClick={steps.onBack}>
          Choose another file
        </Button>
      </Group>
      <DialogActions
        cancelLabel="Cancel"
        onCancel={steps.onClose}
        label={label}
        onConfirm={run}
        busy={busy}
        disabled={disabled}
      />
    </Stack>
  );
}
