import { isPackaged } from '../../engine/files/list.ts';

/** The name with which a fragment of an address begins that carries a text. */
export const NAME = 'session';

/** Tells whether the page's address opens on other machines too; that of an extension does not. */
export const hasLinks = !isPackaged(location);

/** Tells whether the page's address carries a text, whole or damaged. */
export const carriesText = (): boolean => location.hash.startsWith(`#${NAME}=`);
