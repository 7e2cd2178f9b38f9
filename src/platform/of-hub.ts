/** Whether a model is named by its address on a hub, or those of the two of a pair. */
export const isOfHub = (model: string): boolean => /^(?:pair:)?https?:\/\//u.test(model);
