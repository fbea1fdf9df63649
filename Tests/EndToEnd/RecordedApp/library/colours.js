export const colour = 20
