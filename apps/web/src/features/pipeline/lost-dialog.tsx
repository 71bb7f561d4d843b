import { LOST_REASON_LABELS, type LostReason } from '@stridewell/contract/pipeline/pipeline.rules';
import { ChoiceDialog } from '../../ui/choice-dialog.tsx';

type LostDialogProps = { name: string; onConfirm: (reason: LostReason) => void; onClose: () => void };

/** Asks why a lead was lost. */
export const LostDialog = ({ name, ...rest }: LostDialogProps) => (
  <ChoiceDialog
    title={`Why was ${name} lost?`}
    label="Reason"
    choices={LOST_REASON_LABELS}
    confirmLabel="Move to Lost"
    {...rest}
  />
);
