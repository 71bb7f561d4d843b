import { acceptInvitationInput } from '@stridewell/contract/clients/clients';
import { password } from '@stridewell/contract/fields';

const details = acceptInvitationInput.pick({ fullName: true });
const withPassword = details.extend({ password });

/** A signed-in person has a password already. It loads when a person begins with the form. */
export const invitationAnswer = (signedIn: boolean) => (signedIn ? details : withPassword);
