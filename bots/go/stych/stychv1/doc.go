// Package stychv1 is the protocol, generated from proto/stych/v1: a message for each observation,
// with the numbering of cards and actions in the comments of the game's .proto file.
package stychv1
